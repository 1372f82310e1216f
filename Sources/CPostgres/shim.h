#ifndef LIVETABLES_CPOSTGRES_H
#define LIVETABLES_CPOSTGRES_H

#include <libpq-fe.h>

#endif
