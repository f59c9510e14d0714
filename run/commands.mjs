/** The tasks that are a program of `server/src/serve/commands`; a release has them too, built. */
export const commands = [
  'migrate',
  'seed',
  'admin:create',
  'activity:verify',
  'secrets:seal',
  'backup',
  'restore',
  'move-out',
  'media',
  'mail:test',
  'doctor',
]

/** Returns the name of a command's file, without its ending. */
export const fileOf = (command) => command.replaceAll(':', '-')
