import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { contractPlugin } from './build/contract-plugin.ts'
import { BUILD_TARGET } from './build/floor/floor.ts'
import { quietEngine } from './build/quiet-engine-plugin.ts'
import { stylesPlugin } from './build/styles/styles-plugin.ts'
import { inlineScriptsPlugin } from './src/first-page/inline-scripts-plugin.ts'
import { leanRouter } from './src/first-page/lean-router-plugin.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const api = `http://127.0.0.1:${process.env.API_PORT ?? '3000'}`

/** React Router resolves to its development files, whose warnings are useless in the served build. */
const router = [
  { find: /^react-router$/, replacement: here('../node_modules/react-router/dist/production/index.mjs') },
  { find: /^react-router\/dom$/, replacement: here('../node_modules/react-router/dist/production/dom-export.mjs') },
]

/** All paths that the API serves at its own port beside the store, as mounted in `app.ts`. */
const ofTheApi = [
  '/api',
  '/media',
  '/sandbox',
  '/pay/',
  '/c/',
  '/.well-known/',
  '/l/',
  '/unsubscribe',
  '/mail/bounces/',
]

export default defineConfig(({ command }) => ({
  root: here('.'),
  plugins: [
    stylesPlugin(),
    react(),
    contractPlugin(here('../server/contract/index.ts')),
    leanRouter(),
    quietEngine(),
    inlineScriptsPlugin({
      head: ['floor', 'early', 'touch', 'language', 'theme', 'fonts', 'translated'].map((name) =>
        here(`src/first-page/${name}-script.js`),
      ),
      frame: here('src/first-page/frame-script.js'),
      ahead: here('src/first-page/ahead-script.js'),
      start: here('src/first-page/start-script.js'),
    }),
  ],
  server: { proxy: Object.fromEntries(ofTheApi.map((path) => [path, api])) },
  resolve: {
    alias: [...(command === 'build' ? router : [])],
  },
  build: { target: BUILD_TARGET, assetsInlineLimit: 0 },
}))
