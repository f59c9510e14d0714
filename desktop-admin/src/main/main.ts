import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as electron from 'electron'
import { startShell } from './shell.ts'

void startShell(electron, join(dirname(fileURLToPath(import.meta.url)), '..'))
