#!/bin/sh
# Starts the stand-in like Electron's binary is started: switches, the app's folder, and more switches.
exec "${NODE:-node}" --disable-warning=ExperimentalWarning "$(dirname "$0")/start.ts" "$@"
