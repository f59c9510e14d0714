import type { Plugin } from 'vite'

/**
 * Lists the built files with a module of the admin console, next to the manifest: no page of the store may need one.
 */
export function consoleFilesPlugin(): Plugin {
  return {
    name: 'store-console-files',
    generateBundle(_options, bundle) {
      const files = Object.values(bundle).flatMap((part) =>
        part.type === 'chunk' && part.moduleIds.some((id) => id.includes('/web-store/src/admin/'))
          ? [part.fileName]
          : [],
      )
      this.emitFile({ type: 'asset', fileName: '.vite/console-files.json', source: JSON.stringify(files) })
    },
  }
}
