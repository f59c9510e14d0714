import type { Context } from '../../context.ts'
import { checkAddress } from './certificate-code.ts'
import { type CertificateRow, findRevokedPlaces } from './certificates.queries.ts'
import { didOf, keyAddress } from './did.ts'
import { signingKey } from './signing-keys.ts'
import { encodeList } from './status-list.ts'

const VC = 'https://www.w3.org/ns/credentials/v2'
const OPEN_BADGES = 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json'
const SCHEMA = 'https://purl.imsglobal.org/spec/ob/v3p0/schema/json/ob_v3p0_achievementcredential_schema.json'

type Issuer = Pick<Context, 'db' | 'config' | 'now' | 'log'>
type Credential = Record<string, unknown> & { id: string; issuer: { id: string }; validFrom: string }

/** `YYYY-MM-DDThh:mm:ssZ`: the JWT's claims count whole seconds, and both must agree. */
const secondText = (instant: string | Date) => `${new Date(instant).toISOString().slice(0, 19)}Z`

const listAddress = ({ config }: Pick<Context, 'config'>, listNo: number) =>
  `${config.storeUrl}/certificates/status/${listNo}`

function issuerOf({ config }: Pick<Context, 'config'>, name: string) {
  return { id: didOf(config), type: ['Profile'], name, url: config.storeUrl }
}

/**
 * Builds an AchievementCredential of Open Badges 3.0 (Verifiable Credentials 2.0). It names the student without address
 * or number; the subject's id is of this certificate alone.
 */
export function credentialOf(ctx: Pick<Context, 'config'>, row: CertificateRow): Credential {
  const id = checkAddress(ctx.config, row.code)
  const list = listAddress(ctx, row.list_no)
  return {
    '@context': [VC, OPEN_BADGES],
    id,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: row.course_name,
    issuer: issuerOf(ctx, row.shop_name),
    validFrom: secondText(row.issued_at),
    credentialSubject: {
      id: `${id}#student`,
      type: ['AchievementSubject'],
      identifier: [{ type: 'IdentityObject', hashed: false, identityHash: row.name, identityType: 'name' }],
      achievement: {
        id: `${ctx.config.storeUrl}/course/${encodeURIComponent(row.course_id)}`,
        type: ['Achievement'],
        achievementType: 'CertificateOfCompletion',
        name: row.course_name,
        description: `Completed the course ${row.course_name}`,
        criteria: { narrative: 'Every lesson of the course was completed, and the time spent on each was measured.' },
      },
    },
    credentialStatus: {
      id: `${list}#${row.place}`,
      type: 'BitstringStatusListEntry',
      statusPurpose: 'revocation',
      statusListIndex: String(row.place),
      statusListCredential: list,
    },
    credentialSchema: [{ id: SCHEMA, type: '1EdTechJsonSchemaValidator2019' }],
  }
}

/**
 * Signs the badge as JWT (Open Badges 3.0, section 8.2): the credential with its repeating claims, RS256, nothing else
 * in the header.
 */
export async function signedBadge(ctx: Issuer, row: CertificateRow): Promise<string> {
  const credential = credentialOf(ctx, row)
  const { credentialSubject } = credential as unknown as { credentialSubject: { id: string } }
  return sign(ctx, 'JWT', { ...claimsOf(credential), sub: credentialSubject.id, ...credential })
}

/**
 * Signs the status list as credential (Bitstring Status List v1.0), valid for five minutes; undefined for an unknown
 * list.
 */
export async function signedStatusList(ctx: Issuer, listNo: number): Promise<string | undefined> {
  const places = await findRevokedPlaces(ctx.db, listNo)
  if (!places) return undefined
  const id = listAddress(ctx, listNo)
  const credential = {
    '@context': [VC],
    id,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: { id: didOf(ctx.config) },
    validFrom: secondText(ctx.now()),
    credentialSubject: {
      id: `${id}#list`,
      type: 'BitstringStatusList',
      statusPurpose: 'revocation',
      ttl: STATUS_TTL_MS,
      encodedList: encodeList(places),
    },
  }
  return sign(ctx, 'vc+jwt', { ...claimsOf(credential), ...credential })
}

/** Lifetime of a status list in a checker's cache. */
export const STATUS_TTL_MS = 5 * 60_000

const claimsOf = ({ id, issuer, validFrom }: Credential) => ({
  iss: issuer.id,
  jti: id,
  nbf: Date.parse(validFrom) / 1000,
})

async function sign(ctx: Issuer, typ: string, payload: object): Promise<string> {
  const [{ default: jwt }, key] = await Promise.all([import('jsonwebtoken'), signingKey(ctx)])
  const { e, kty, n } = key.publicJwk
  const header = { alg: 'RS256', kid: keyAddress(didOf(ctx.config), key.key_id), typ, jwk: { e, kty, n } }
  // biome-ignore lint/suspicious/noExplicitAny: its types know no key in the header
  return jwt.sign(payload, key.privateKey, { algorithm: 'RS256', noTimestamp: true, header: header as any })
}
