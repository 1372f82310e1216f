// placeholder, replaced within the first commits
