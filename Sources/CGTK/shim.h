#pragma once

#include <glib-unix.h>
#include <gtk/gtk.h>

// The main queue of libdispatch, which CoreFoundation's run loop drains in the same way.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *);

// Macros, which Swift does not import.
static inline GType livetables_type_object(void) { return G_TYPE_OBJECT; }
static inline GType livetables_type_list_model(void) { return G_TYPE_LIST_MODEL; }
static inline GType livetables_type_selection_model(void) { return GTK_TYPE_SELECTION_MODEL; }
static inline void *livetables_closure_data(GClosure *closure) { return closure->data; }
static inline gboolean livetables_is_label(GtkWidget *widget) { return GTK_IS_LABEL(widget); }

// Functions with any number of arguments.
static inline void livetables_set_accessible_name(GtkWidget *widget, const char *name) {
  if (name)
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  else
    gtk_accessible_reset_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL);
}

static inline void livetables_set_accessible_node(GtkWidget *widget, int depth, gboolean isNode, gboolean isExpanded) {
  gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LEVEL, depth + 1, -1);
  if (isNode)
    gtk_accessible_update_state(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_EXPANDED, isExpanded, -1);
  else
    gtk_accessible_reset_state(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_EXPANDED);
}

// An object of which a Swift object is the implementation, as long as that exists.
typedef struct {
  GObject parent;
  void *owner;
} LiveTablesModel;
