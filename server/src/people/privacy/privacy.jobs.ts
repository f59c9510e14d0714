import { DAY_MS } from 'contract/indian-time'
import { FILE_DAYS, Retained } from 'contract/privacy/requests'
import { z } from 'zod'
import type { Context, Db } from '../../context.ts'
import { holdsEmail } from '../../platform/features/features.ts'
import type { Job } from '../../platform/queue/queue.ts'
import { newToken } from '../../shop/auth/contact-changes.ts'
import { makeCode } from '../../shop/mailed-codes/mailed-codes.ts'
import { oneMail } from '../../shop/mails/mail-once.ts'
import { answererOf } from '../../shop/settings/answerer.ts'
import { readShop } from '../../shop/settings/settings.queries.ts'
import { findCredentials } from '../../shop/users/credentials.queries.ts'
import { findLanguage } from '../../shop/users/language.queries.ts'
import { erasedEmail, privacyCodeEmail, requestAnswerEmail, requestReceivedEmail } from './privacy-emails.ts'
import { findNamer, lockRequest, requestNo, updateRequest } from './requests.queries.ts'
import { finishErasure } from './requests.service.ts'
import { readRetained } from './retained.ts'

/** Reads the person of the shop who answers privacy requests. */
const readAnswerer = async (db: Db) => answererOf(await readShop(db))

/** Mails the code of a challenge to whoever's data the shop holds, and to whom a student named. The code is in no payload. */
export const privacyCodeMailJob = oneMail({
  name: 'privacy-code-mail',
  payload: z.strictObject({ challenge_hash: z.string() }),
  retries: 3,
  async find(ctx, { challenge_hash }) {
    const made = await makeCode(ctx, challenge_hash, async (email) => {
      const user = await findCredentials(ctx.db, { email })
      if (user) return { language: await findLanguage(ctx.db, user.id) }
      const namer = await findNamer(ctx.db, email)
      if (namer) return { language: await findLanguage(ctx.db, namer.id) }
      return (await holdsEmail(ctx.db, email)) ? { language: 'en' as const } : undefined
    })
    if (!made) return undefined
    const { email, language, code } = made
    return {
      to: email,
      receiver: 'counted',
      language,
      letter: privacyCodeEmail({ code }),
      about: {},
    }
  },
})

const ofRequest = z.strictObject({ request_id: z.string() })

/** Confirms a request. The link that takes an erasure back is in no payload: another attempt makes a new one, which ends the last. */
export const privacyReceivedMailJob = oneMail({
  name: 'privacy-received-mail',
  payload: ofRequest,
  find: (ctx, { request_id }) =>
    ctx.db.transaction(async (trx) => {
      const row = await lockRequest(trx, request_id)
      if (!row?.email) return undefined
      const { email, name, kind, due_on, language, user_id, erase_at } = row
      const { token, hash } = newToken()
      const hidden = row.status === 'hidden' && user_id !== null && erase_at !== null
      if (hidden) await updateRequest(trx, request_id, { back_hash: hash })
      const erasure = hidden
        ? { token, on: erase_at, retained: await readRetained(trx, user_id, ctx.now()) }
        : undefined
      const about = { kind, due_on, nominee: row.nominee_of !== null, erasure }
      const who = await readAnswerer(trx)
      return {
        to: email,
        receiver: 'account',
        language,
        letter: requestReceivedEmail({ who, name, request_no: requestNo(row), ...about }),
        about: { request_no: requestNo(row) },
      }
    }),
})

/** Sends the owner's answer, with the link of the file after a request for access. */
export const privacyAnswerMailJob = oneMail({
  name: 'privacy-answer-mail',
  payload: ofRequest,
  find: (ctx, { request_id }) =>
    ctx.db.transaction(async (trx) => {
      const row = await lockRequest(trx, request_id)
      if (!row?.email || row.answer === null) return undefined
      const { email, name, kind, status, answer, language, user_id, erase_at } = row
      const { token, hash } = newToken()
      const hasFile = kind === 'access' && status === 'done' && user_id !== null
      if (hasFile) {
        const file_ends_at = new Date(ctx.now().getTime() + FILE_DAYS * DAY_MS)
        await updateRequest(trx, request_id, { file_hash: hash, file_ends_at })
      }
      const file = hasFile ? token : undefined
      const about = { refused: status === 'refused', answer, file, erased_on: erase_at ?? undefined }
      const who = await readAnswerer(trx)
      return {
        to: email,
        receiver: 'shop',
        language,
        letter: requestAnswerEmail({ who, name, request_no: requestNo(row), ...about }),
        about: { request_no: requestNo(row) },
      }
    }),
})

/** Says good-bye to the address of a person who is erased; the address goes from the queue with it. */
export const privacyErasedMailJob = oneMail({
  name: 'privacy-erased-mail',
  payload: z.strictObject({
    email: z.string(),
    language: z.enum(['en', 'hi', 'mr']),
    request_no: z.string(),
    retained: z.array(Retained),
  }),
  keepSeconds: 60,
  find: async (ctx, { email, language, request_no, retained }) => {
    const who = await readAnswerer(ctx.db)
    return {
      to: email,
      receiver: 'shop',
      language,
      letter: erasedEmail({ who, request_no, retained }),
      about: { request_no },
    }
  },
})

/** Erases a hidden person whose time is over. */
export const privacyEraseJob = (ctx: Context): Job => ({
  name: 'privacy-erase',
  run: (input) => finishErasure(ctx, ofRequest.parse(input).request_id),
})
