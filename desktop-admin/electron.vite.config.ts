import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { contractPlugin } from 'web-store/build/contract-plugin.ts'
import { stylesPlugin } from 'web-store/build/styles/styles-plugin.ts'
import { trayPlugin } from './icons.ts'
import { pagePlugin } from './page-plugin.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Builds main process, preload and page as one bundle each, so that the package needs no `node_modules`. */
export default defineConfig({
  main: {
    plugins: [trayPlugin(here('../web-store/src/logo.svg'))],
    build: {
      externalizeDeps: false,
      outDir: here('out/main'),
      rollupOptions: { input: here('src/main/main.ts'), external: ['electron'], output: { entryFileNames: 'main.js' } },
    },
  },
  preload: {
    build: {
      externalizeDeps: false,
      outDir: here('out/preload'),
      // A sandboxed preload has to be one CommonJS file.
      rollupOptions: {
        input: here('src/preload/preload.ts'),
        external: ['electron'],
        output: { format: 'cjs', entryFileNames: 'preload.cjs' },
      },
    },
  },
  renderer: {
    root: here('src/renderer'),
    plugins: [
      stylesPlugin(here('src/renderer/')),
      react(),
      contractPlugin(here('../server/contract/index.ts')),
      pagePlugin({
        page: here('../web-store/index.html'),
        themeScript: here('../web-store/src/first-page/theme-script.js'),
      }),
    ],
    build: {
      outDir: here('out/renderer'),
      emptyOutDir: true,
      assetsInlineLimit: 0,
      target: 'es2024',
      minify: true,
      rollupOptions: { input: here('src/renderer/index.html') },
    },
  },
})
