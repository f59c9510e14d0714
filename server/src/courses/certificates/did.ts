import type { Config } from '../../config.ts'
import type { Context } from '../../context.ts'
import { findKeys } from './signing-keys.queries.ts'

/** Returns the shop's id as issuer: `did:web` of its host, a port written as `%3A` and folders after colons. */
export function didOf({ storeUrl }: Pick<Config, 'storeUrl'>): string {
  const { host, pathname } = new URL(storeUrl)
  return ['did', 'web', host.replace(':', '%3A'), ...pathname.split('/').filter(Boolean)].join(':')
}

export const keyAddress = (did: string, keyId: string) => `${did}#${keyId}`

/** Builds `/.well-known/did.json` with all keys that ever signed, since old signatures still need them. */
export async function didDocument({ db, config }: Pick<Context, 'db' | 'config'>): Promise<object> {
  const id = didOf(config)
  const methods = (await findKeys(db)).map(({ key_id, public_jwk }) => ({
    id: keyAddress(id, key_id),
    type: 'JsonWebKey2020',
    controller: id,
    publicKeyJwk: { ...public_jwk, alg: 'RS256', use: 'sig', kid: key_id },
  }))
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/suites/jws-2020/v1'],
    id,
    verificationMethod: methods,
    assertionMethod: methods.map((method) => method.id),
  }
}
