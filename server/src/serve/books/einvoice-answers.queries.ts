import type { Db } from '../../context.ts'
import type { PaperRow } from './books.queries.ts'

export type AnswerRow = {
  document_id: string
  irn: string
  ack_no: string
  ack_at: string
  status: 'ACT' | 'CNL'
  signed_qr: string
  signed_invoice: string | null
  imported_at: string
}

export type AnsweredPaper = Pick<PaperRow, 'document_id' | 'kind' | 'serial' | 'issued_at' | 'facts'>

/** Finds documents by their numbers, which are in capitals. */
export function findPapersBySerial(db: Db, serials: readonly string[]): Promise<AnsweredPaper[]> {
  return db('documents')
    .whereIn('serial', [...serials])
    .select('document_id', 'kind', 'serial', 'issued_at', 'facts')
}

export function findAnswer(db: Db, documentId: string): Promise<AnswerRow | undefined> {
  return db<AnswerRow>('einvoice_answers').where({ document_id: documentId }).first()
}

/** Stores an answer; false where another one of the document, or of the IRN, was stored first. */
export async function insertAnswer(trx: Db, row: AnswerRow): Promise<boolean> {
  const added = await trx('einvoice_answers').insert(row).onConflict().ignore().returning('document_id')
  return added.length === 1
}

export async function markCancelled(trx: Db, documentId: string, imported_at: string): Promise<void> {
  await trx('einvoice_answers').where({ document_id: documentId }).update({ status: 'CNL', imported_at })
}
