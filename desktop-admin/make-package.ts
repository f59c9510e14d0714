import { build } from 'electron-builder'
import { packaging } from './packaging.ts'

// Makes installers for this machine's system from the output of electron-vite.
const files = await build({ config: packaging, projectDir: import.meta.dirname, publish: 'never' })
for (const file of files) console.log(file)
