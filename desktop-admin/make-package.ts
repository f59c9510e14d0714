import { build } from 'electron-builder'
import { packaging } from './packaging.ts'

// Makes the installers for this machine's system from what electron-vite has built.
const files = await build({ config: packaging, projectDir: import.meta.dirname, publish: 'never' })
for (const file of files) console.log(file)
