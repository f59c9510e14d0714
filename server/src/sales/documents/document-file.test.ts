import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPaidOrder } from '../../../test/catalogue-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { createJobs } from '../../serve/jobs/index.ts'
import { fileOf } from './document-file.ts'
import { type DocumentRow, findUnbilledOrders, findUnkeptOrders } from './documents.queries.ts'
import { issueDocuments } from './documents.service.ts'
import { drawDocument } from './pdf.ts'

let one: TestServer
beforeAll(async () => {
  one = await startTestServer({ work: false })
})
afterAll(() => one.stop())

const runJob = (payload: object | null, id: string) => {
  const job = createJobs(one.ctx).find(({ name }) => name === 'issue-documents')
  if (!job) throw new Error('no job')
  return job.run(payload, id)
}

async function issued(): Promise<DocumentRow> {
  const { order_id } = await buildPaidOrder(one.db)
  const [document] = await issueDocuments(one.ctx, order_id)
  if (!document) throw new Error('no document')
  return document
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const row = ({ document_id }: DocumentRow) => one.db('document_files').where({ document_id }).first()

test('every download gets the bytes stored when the document was issued', async () => {
  const document = await issued()
  await runJob({ order_id: document.order_id }, 'keep')
  const stored = await row(document)
  expect(stored.sha256).toBe(sha256(stored.bytes))
  const owner = one.api(await one.adminToken())
  for (let time = 0; time < 2; time += 1) {
    const file = await owner.documents.get({ document_id: document.document_id })
    expect(sha256(new Uint8Array(await file.arrayBuffer()))).toBe(stored.sha256)
  }
  // Drawn anew it is another file: of this moment, and as other facts or other code would have it.
  const otherwise = {
    ...document,
    facts: { ...document.facts, shop: { ...document.facts.shop, name: 'Another shop' } },
  }
  expect(sha256(await drawDocument(otherwise))).not.toBe(stored.sha256)
  expect(sha256(await fileOf(one.ctx, otherwise))).toBe(stored.sha256)
})

test('a document issued without bytes stores its first drawing, also of two at once', async () => {
  const document = await issued()
  expect(await row(document)).toBeUndefined()
  const drawn = await Promise.all([fileOf(one.ctx, document), fileOf(one.ctx, document)])
  const stored = await row(document)
  expect(drawn.map(sha256)).toEqual([stored.sha256, stored.sha256])
})

test('neither a document nor its file can be written over or deleted, and a file that is not its hash is refused', async () => {
  const { document_id, order_id } = await issued()
  const named = { document_id }
  await expect(
    one.db('document_files').insert({ ...named, sha256: '0'.repeat(64), bytes: Buffer.from('x'), kept_at: new Date() }),
  ).rejects.toThrow('document_files_hash')
  await runJob({ order_id }, 'never')
  for (const table of ['documents', 'document_files']) {
    await expect(one.db(table).where(named).delete(), table).rejects.toThrow(/never changes|foreign key/)
  }
  await expect(one.db('documents').where(named).update({ facts: '{}' })).rejects.toThrow('never changes')
  await expect(one.db('document_files').where(named).update({ kept_at: new Date() })).rejects.toThrow('never changes')
})

test('a document that fails blocks none behind it, and the owners are notified once', async () => {
  const orders: string[] = []
  for (let index = 0; index < 5; index += 1) {
    const { order_id } = await buildPaidOrder(one.db)
    orders.push(order_id)
  }
  const [poisoned = '', unkept = '', ...sound] = orders.toSorted()
  // Lines that do not sum to what was charged: nothing can be numbered.
  await one.db('order_lines').where({ order_id: poisoned }).increment({ price_paise: 100, total_paise: 100 })
  await one.db.raw(
    `create function refuse_file() returns trigger language plpgsql as $$ begin
       if exists (select from documents d where d.document_id = new.document_id and d.order_id = '${unkept}')
       then raise exception 'no space'; end if;
       return new; end $$;
     create trigger refuse_file before insert on document_files for each row execute function refuse_file()`,
  )
  const stored = () =>
    one
      .db('documents as d')
      .join('document_files as f', 'f.document_id', 'd.document_id')
      .whereIn('d.order_id', orders)
      .orderBy('d.order_id')
      .pluck('d.order_id')
  for (const round of ['first', 'second']) {
    await runJob(null, round)
    expect(await stored()).toEqual(sound)
  }
  const alerts = await one.db('owner_alerts').where({ kind: 'document_failed' }).orderBy('order_id')
  expect(alerts.map(({ order_id }) => order_id)).toEqual([poisoned, unkept])
  const letters = await one.db.raw(`select data->>'alert_key' as key from pgboss.job where name = 'owner-alert-mail'`)
  expect(letters.rows.map(({ key }: { key: string }) => key).toSorted()).toEqual(
    [poisoned, unkept].map((order_id) => `document_failed:${order_id}`),
  )

  // Each round goes past what it could not mend, however many there are.
  const lacking = { since: '2020-01-01', limit: 1 }
  expect(await findUnbilledOrders(one.db, lacking)).toEqual([poisoned])
  expect(await findUnbilledOrders(one.db, { ...lacking, after: poisoned })).toEqual([])
  expect(await findUnkeptOrders(one.db, lacking)).toEqual([unkept])
  await one.db('order_lines').where({ order_id: poisoned }).decrement({ price_paise: 100, total_paise: 100 })
  await one.db.raw('drop trigger refuse_file on document_files')
  await runJob(null, 'mended')
  expect(await stored()).toEqual(orders.toSorted())
})
