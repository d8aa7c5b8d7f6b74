#!/bin/sh
# Starts $ZEUS_CHROMIUM in a user namespace of its own. Chromium refuses its sandbox to root; in the namespace it is
# user 1 without any of root's capabilities, so the sandbox works. `exec` keeps the process id.
exec unshare --user --map-user=1 --map-group=1 -- "$ZEUS_CHROMIUM" "$@"
