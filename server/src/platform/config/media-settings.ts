import { z } from 'zod'
import { httpUrl, isHost } from './addresses.ts'

const storeHost = httpUrl.refine(isHost, {
  error: 'must be an address without a path or login; bucket and keys have settings of their own',
})

export const mediaEnvironment = {
  MEDIA_STORE: z.enum(['disk', 's3']).default('disk'),
  MEDIA_S3_ENDPOINT: storeHost.optional(),
  MEDIA_CDN_URL: z
    .url({ protocol: /^https$/, error: 'must be an https address' })
    .refine(isHost, { error: 'must be an address without a path' })
    .optional(),
  MEDIA_S3_PUBLIC_ENDPOINT: z.union([z.literal('off'), storeHost]).optional(),
  MEDIA_S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, { error: 'must be the name of a bucket' })
    .optional(),
  MEDIA_S3_PREFIX: z
    .string()
    .regex(/^(?:[A-Za-z0-9_-]+\/)+$/, { error: 'must be names that each end with a slash, such as shop/' })
    .optional(),
  MEDIA_S3_REGION: z.string().min(1).default('us-east-1'),
  MEDIA_S3_ACCESS_KEY: z.string().min(1).optional(),
  MEDIA_S3_SECRET_KEY: z.string().min(1).optional(),
  MEDIA_S3_PATH_STYLE: z.enum(['on', 'off']).default('on'),
}

export type MediaEnvironment = z.output<z.ZodObject<typeof mediaEnvironment>>

type S3Settings = {
  endpoint: string
  /** The bucket's address, without a trailing slash. */
  address: string
  /** The address for browsers; undefined where they cannot reach the bucket, and all bytes pass the shop. */
  publicAddress: string | undefined
  bucket: string
  /** Prefix of every object's key. */
  prefix: string
  region: string
  accessKey: string
  secretKey: string
}

type MediaSettings = {
  /** Receives new files; files of the other store stay readable. */
  store: 'disk' | 's3'
  s3: S3Settings | undefined
  /** Origins that browsers fetch files from directly. */
  origins: string[]
}

const NEEDED = ['MEDIA_S3_ENDPOINT', 'MEDIA_S3_BUCKET', 'MEDIA_S3_ACCESS_KEY', 'MEDIA_S3_SECRET_KEY'] as const

export function mediaProblems(env: Partial<MediaEnvironment> & { STORE_URL?: string | undefined }): string[] {
  const missing = NEEDED.filter((name) => !env[name])
  const begun = env.MEDIA_STORE === 's3' || missing.length < NEEDED.length
  const problems = begun && missing.length > 0 ? [`${missing.join(', ')}: missing; a store by S3 needs all four`] : []
  const reached = env.MEDIA_S3_PUBLIC_ENDPOINT ?? env.MEDIA_S3_ENDPOINT
  if (env.STORE_URL?.startsWith('https:') && reached?.startsWith('http:')) {
    problems.push(
      `MEDIA_S3_PUBLIC_ENDPOINT: browsers take nothing from ${reached} on an https shop; give the https address of the store, or off to have all files come through the shop`,
    )
  }
  return problems
}

export function readMediaSettings(env: MediaEnvironment): MediaSettings {
  const { MEDIA_S3_ENDPOINT: endpoint, MEDIA_S3_PUBLIC_ENDPOINT: reached = endpoint, MEDIA_S3_BUCKET: bucket } = env
  const { MEDIA_S3_ACCESS_KEY: accessKey, MEDIA_S3_SECRET_KEY: secretKey } = env
  const complete = endpoint && bucket && accessKey && secretKey
  const addressAt = (service: string) => bucketAddress(service, bucket ?? '', env.MEDIA_S3_PATH_STYLE === 'on')
  const publicAddress = reached && reached !== 'off' ? addressAt(reached) : undefined
  return {
    store: env.MEDIA_STORE,
    s3: complete
      ? {
          endpoint: new URL(endpoint).origin,
          address: addressAt(endpoint),
          publicAddress,
          bucket,
          accessKey,
          secretKey,
          prefix: env.MEDIA_S3_PREFIX ?? '',
          region: env.MEDIA_S3_REGION,
        }
      : undefined,
    origins: complete && publicAddress ? [new URL(publicAddress).origin] : [],
  }
}

/** Returns the address with the bucket in the path, or before the host. */
function bucketAddress(service: string, bucket: string, inPath: boolean): string {
  const url = new URL(service)
  if (inPath) return `${url.origin}/${bucket}`
  url.hostname = `${bucket}.${url.hostname}`
  return url.origin
}
