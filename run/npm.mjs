import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

// Parses on old versions of Node, like run/node.mjs.
const root = fileURLToPath(new URL('..', import.meta.url))

/** Returns npm's environment: its cache lies below `.cache` if the home folder is missing or closed to this user. */
export function npmEnvironment(environment = process.env) {
  const cache = environment.npm_config_cache || join(environment.HOME || homedir(), '.npm')
  return isOpen(cache) ? {} : { npm_config_cache: join(root, '.cache/npm') }
}

function isOpen(folder) {
  try {
    mkdirSync(folder, { recursive: true })
    // `sudo npm` leaves the inner folder to root.
    for (const one of [folder, join(folder, '_cacache')]) if (existsSync(one)) accessSync(one, constants.W_OK)
    return true
  } catch {
    return false
  }
}

const FOREIGN = /SELF_SIGNED_CERT|UNABLE_TO_(GET_ISSUER_CERT|VERIFY_LEAF)|CERT_UNTRUSTED|self.signed certificate/

/** Returns what a person can do about npm's error; undefined if its own words have to be enough. */
export function adviceOn(error) {
  if (FOREIGN.test(error)) {
    return 'A proxy of your company signs connections with its own certificate. Name its file and try again: NODE_EXTRA_CA_CERTS=/path/company.pem, or npm config set cafile /path/company.pem'
  }
  if (/EACCES|EPERM|EROFS/.test(error)) {
    return 'This user may not write to the folder that npm names: change its owner (chown), or run as its owner.'
  }
  if (/ENOSPC|EDQUOT/.test(error)) return 'The disk is full: free some space and try again.'
  return undefined
}
