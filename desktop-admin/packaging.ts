import type { Configuration } from 'electron-builder'
import { APP_ID } from './src/bridge.ts'

/** The installers. Fuses are turned when the package is made: no Node by another door, nothing but the checked archive is loaded. */
export const packaging: Configuration = {
  appId: APP_ID,
  productName: 'SkillHaat Admin',
  asar: true,
  npmRebuild: false,
  // Everything is bundled: the package holds the built parts and no other.
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
