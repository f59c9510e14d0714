import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as electron from 'electron'
import { logToFile } from './problem-report.ts'
import { startShell } from './shell.ts'

logToFile(electron.app.getPath('logs'))
void startShell(electron, join(dirname(fileURLToPath(import.meta.url)), '..'))
