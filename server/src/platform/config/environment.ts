import { isAbsolute } from 'node:path'
import { type MediaKind, mediaKinds } from 'contract/media/kinds'
import { z } from 'zod'
import { addressOf, httpUrl, isHost } from './addresses.ts'
import { mediaEnvironment } from './media-settings.ts'
import { proxyEnvironment } from './outgoing-proxy.ts'

const HOST_NAME = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/

/** Splits a comma-separated setting. */
export const splitList = (value: string) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

const whole = (min: number, max: number) => z.coerce.number().int().min(min).max(max)
/** Bounds the file size of a kind. */
const bytes = (kind: MediaKind) => whole(1, Number.MAX_SAFE_INTEGER).default(mediaKinds[kind].size.bytes)
const postgresUrl = addressOf(/^postgres(ql)?:$/, 'must be a postgres:// address')
const secret = z.string().refine((value) => Buffer.byteLength(value) >= 32, { error: 'must have at least 32 bytes' })
const secrets = z
  .string()
  .refine((value) => splitList(value).length > 0 && splitList(value).every((key) => Buffer.byteLength(key) >= 32), {
    error: 'must have at least 32 bytes, each when there are several',
  })

/** Parses every setting, with its default. `.env.example` describes them, `docs/operating.md` shows their use. */
export const Environment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PORT: whole(0, 65_535).default(3000),
  HOST: z.string().min(1).optional(),
  STORE_URL: httpUrl
    .refine(isHost, {
      error: 'must be an address without a path: a shop has a host of its own, such as https://shop.example.in',
    })
    .optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  BACKUP_FOLDERS: z
    .string()
    .default('')
    .refine((value) => splitList(value).every((folder) => isAbsolute(folder)), {
      error: 'must be absolute paths, separated by commas',
    }),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_REPLICA_URL: postgresUrl.optional(),
  SESSION_SECRET: secret.optional(),
  ENCRYPTION_KEY: secrets.optional(),
  BACKUP_KEY: secrets.optional(),
  ADMIN_EMAIL: z.email({ error: 'must be an email address' }).optional(),
  ADMIN_PASSWORD: z.string().min(8, { error: 'must have at least 8 characters' }).optional(),
  SECOND_FACTOR_DAYS: whole(0, 36_500).default(14),
  FIRST_PASSWORD_DAYS: whole(1, 60).default(7),
  SEED: z.enum(['demo', 'none']).optional(),
  RAZORPAY_KEY_ID: z.string().min(1).optional(),
  RAZORPAY_KEY_SECRET: z.string().min(1).optional(),
  RAZORPAY_WEBHOOK_SECRET: z.string().min(1).optional(),
  RAZORPAY_BASE_URL: httpUrl.optional(),
  WHATSAPP_BASE_URL: httpUrl.optional(),
  TELEGRAM_API_URL: httpUrl.optional(),
  ADS_BASE_URL: httpUrl.optional(),
  PAY_PAGE: z.enum(['on', 'off']).optional(),
  OFFLINE: z.enum(['on', 'off']).default('on'),
  SMTP_URL: addressOf(/^smtps?:$/, 'must be an smtp:// or smtps:// address').optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>$|^[^\s@<>]+@[^\s@<>]+$/, {
      error: 'must be an address, or a name and <address>',
    })
    .optional(),
  ...mediaEnvironment,
  MAX_VIDEO_BYTES: bytes('video'),
  MAX_AUDIO_BYTES: bytes('audio'),
  MAX_PDF_BYTES: bytes('pdf'),
  MAX_ARCHIVE_BYTES: bytes('archive'),
  MAX_OFFICE_BYTES: bytes('office'),
  MAX_DESIGN_BYTES: bytes('design'),
  MAX_TEXT_BYTES: bytes('text'),
  MAX_SUBTITLES_BYTES: bytes('subtitles'),
  FFMPEG: z.string().min(1).default('ffmpeg'),
  FRAME_HOSTS: z
    .string()
    .default('')
    .refine((value) => splitList(value.toLowerCase()).every((host) => HOST_NAME.test(host)), {
      error: 'must be host names such as videos.example.com, separated by commas',
    }),
  EDGE: z.enum(['off', 'fastly', 'cloudflare', 'varnish']).default('off'),
  EDGE_ID: z
    .string()
    .regex(/^[\w-]+$/, { error: 'must be the id of the service or zone' })
    .optional(),
  EDGE_TOKEN: z.string().min(1).optional(),
  EDGE_ADDRESSES: z
    .string()
    .default('')
    .refine((value) => splitList(value).every((address) => /^https?:$/.test(URL.parse(address)?.protocol ?? '')), {
      error: 'must be http or https addresses, separated by commas',
    }),
  ...proxyEnvironment,
  METRICS_TOKEN: z
    .string()
    .refine((value) => splitList(value).every((token) => token.length >= 8), {
      error: 'must have at least 8 characters, each when there are several',
    })
    .optional(),
  UPDATE_CHECK: z
    .union([z.enum(['on', 'off']), httpUrl], { error: 'must be on, off or an http(s) address' })
    .optional(),
  OTEL_SERVICE_NAME: z.string().min(1).max(100).default('skillhaat'),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  TRUST_PROXY: whole(0, 10).default(0),
  SECURITY_CONTACT: z
    .union([z.email(), z.url({ protocol: /^https$/ })], { error: 'must be an email address or an https address' })
    .optional(),
  RATE_LIMITS: z.enum(['on', 'off']).default('on'),
  SANDBOX_ACCESS: z.enum(['loopback', 'everyone']).default('loopback'),
  FAILPOINT: z.string().min(1).optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
})
