import process from 'node:process'
import { build } from 'electron-builder'
import { writeIcons } from './icons.ts'
import { ICONS, packagingFor } from './packaging.ts'

// Makes installers for this machine's system from the output of electron-vite. It never publishes: the release does.
await writeIcons(ICONS)
const files = await build({ config: packagingFor(process.env), projectDir: import.meta.dirname, publish: 'never' })
for (const file of files) console.log(file)
