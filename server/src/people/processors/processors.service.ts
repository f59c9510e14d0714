import type { Language } from 'contract/languages'
import { MOST_PROCESSORS, type Processor, type ProcessorInput } from 'contract/processors'
import type { z } from 'zod'
import type { Context, Db } from '../../context.ts'
import { plainError } from '../../errors.ts'
import { inLanguage, type Speech } from '../../platform/language/language.ts'
import { mailProvider } from '../../platform/mail/mail-provider.ts'
import { changedFields, noteChange } from '../../shop/activity/note-change.ts'
import { processorsUsed } from '../../shop/moments/moments.ts'

type Input = z.output<typeof ProcessorInput>
type ProcessorRow = Input & { processor_id: string }

const findOwn = (db: Db): Promise<ProcessorRow[]> =>
  db('processors')
    .orderBy('processor_id')
    .select('name', 'purpose', 'country', 'contract_on', 'note', { processor_id: db.raw('processor_id::text') })

const usesOf = ({ t }: Speech) => ({
  payments: t('Takes payments and pays refunds'),
  emails: t('Sends the emails of the shop'),
  files: t('Stores videos and files, also those that students submit'),
  messages: t('Brings messages to students who agreed'),
  events: t('Gets news of orders and students for the shop'),
  ads: t('Counts sales to students who agreed to ads'),
})

/** Lists services that the settings name, then the owner's own rows, which are as typed. */
export async function listProcessors(ctx: Context, language: Language = 'en'): Promise<Processor[]> {
  const { config, db } = ctx
  const uses = usesOf(inLanguage(language))
  const used = (await processorsUsed(ctx)).flat()
  const known: { name: string; use: keyof typeof uses; country?: string }[] = [
    { name: 'Razorpay', use: 'payments', country: 'India' },
    ...(config.smtpUrl ? [{ name: mailProvider(config.smtpUrl), use: 'emails' as const }] : []),
    ...(config.media.s3 ? [{ name: new URL(config.media.s3.endpoint).hostname, use: 'files' as const }] : []),
    ...used,
  ]
  const rows = known.map(({ name, use, country = null }) => ({
    processor_id: null,
    name,
    purpose: uses[use],
    country,
    contract_on: null,
    note: null,
  }))
  return [...rows, ...(await findOwn(db))]
}

const target = (id: string, name: string) => ({ kind: 'other' as const, id, name })
const notFound = () => plainError('not_found', 'Processor not found')

/** 409 `conflict` when the shop has all that it may. */
export async function addProcessor({ db, now }: Context, input: Input): Promise<void> {
  await db.transaction(async (trx) => {
    await trx.raw('lock table processors in share row exclusive mode')
    const { number } = (await trx('processors').count({ number: '*' }).first()) ?? {}
    if (Number(number) >= MOST_PROCESSORS) throw plainError('conflict', `A shop has at most ${MOST_PROCESSORS} of them`)
    const [row] = await trx('processors')
      .insert({ ...input, created_at: now() })
      .returning(trx.raw('processor_id::text as id'))
    await noteChange(trx, { ...target(row.id, input.name), after: input })
  })
}

/** 404. */
export async function changeProcessor({ db }: Context, processorId: string, input: Input): Promise<void> {
  await db.transaction(async (trx) => {
    const one = trx('processors').where({ processor_id: processorId })
    const before: Input | undefined = await one
      .clone()
      .forUpdate()
      .first('name', 'purpose', 'country', 'contract_on', 'note')
    if (!before) throw notFound()
    await one.update(input)
    await noteChange(trx, { ...target(processorId, input.name), ...changedFields(before, input) })
  })
}

/** 404, also the second time. */
export async function removeProcessor({ db }: Context, processorId: string): Promise<void> {
  await db.transaction(async (trx) => {
    const [row] = await trx('processors').where({ processor_id: processorId }).delete().returning('name')
    if (!row) throw notFound()
    await noteChange(trx, target(processorId, row.name))
  })
}
