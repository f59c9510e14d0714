import type { Configuration } from 'electron-builder'
import { APP_ID } from './src/bridge.ts'

/**
 * Configures the installers. Fuses are set at packaging: no other way into Node, and only the verified archive is
 * loaded.
 */
export const packaging: Configuration = {
  appId: APP_ID,
  productName: 'SkillHaat Admin',
  asar: true,
  npmRebuild: false,
  // All code is bundled, so the package contains only the built parts.
  files: ['out/**', 'package.json', '!node_modules/**'],
  directories: { output: 'dist', buildResources: 'icons' },
  electronFuses: {
    runAsNode: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableCookieEncryption: true,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
  },
  mac: { target: ['dmg', 'zip'], category: 'public.app-category.business', hardenedRuntime: true },
  win: { target: ['nsis'] },
  linux: { target: ['AppImage', 'deb'], category: 'Office' },
  publish: null,
}
