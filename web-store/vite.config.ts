import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { contractPlugin } from './build/contract-plugin.ts'
import { themeScriptPlugin } from './build/theme-script-plugin.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const api = `http://127.0.0.1:${process.env.API_PORT ?? '3000'}`

/** The store in development: `/api`, `/media` and the sandbox come from the API's own port. */
export default defineConfig({
  root: here('.'),
  plugins: [
    react(),
    contractPlugin(here('../server/contract/index.ts')),
    themeScriptPlugin(here('src/theme-script.js')),
  ],
  server: { proxy: { '/api': api, '/media': api, '/sandbox': api } },
  resolve: { alias: { 'hoist-non-react-statics': here('build/no-statics.ts') } },
  build: { target: 'es2022', assetsInlineLimit: 0 },
})
