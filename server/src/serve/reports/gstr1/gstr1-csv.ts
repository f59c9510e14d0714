import { csvLines } from '../../../platform/files/csv-lines.ts'
import type { Gstr1 } from './gstr1.ts'

const columns = [
  'Table',
  'Type',
  'GSTIN of recipient',
  'Number',
  'Date',
  'Value',
  'Place of supply',
  'SAC',
  'Rate',
  'Taxable value',
  'IGST',
  'CGST',
  'SGST',
  'From',
  'To',
  'Issued',
] as const

type Row = Partial<Record<(typeof columns)[number], string | number>>

type Amounts = { rt: number; txval: number; iamt?: number; camt?: number; samt?: number }

const amounts = ({ rt, txval, iamt = 0, camt = 0, samt = 0 }: Amounts): Row => ({
  Rate: rt,
  'Taxable value': txval,
  IGST: iamt,
  CGST: camt,
  SGST: samt,
})

/**
 * The return as one table, a row for each of its own: for people, and for the books. UTF-8 with a byte order mark, CRLF. Every cell is a
 * number, a GSTIN or a word of ours, so that none is a formula; sums of what went back are negative.
 */
export function gstr1Csv(gstr1: Gstr1): string {
  const rows = [...suppliesOf(gstr1), ...notesOf(gstr1), ...summariesOf(gstr1)]
  const cells = rows.map((row) => columns.map((column) => row[column] ?? ''))
  return `\uFEFF${csvLines([[...columns], ...cells])}`
}

/** As the offline tool names them; a regular supply needs no name. */
const supplyTypes = { R: '', SEWP: 'SEZ supplies with payment' } as const

function suppliesOf({ b2b = [], b2cl = [], b2cs = [], nil }: Gstr1): Row[] {
  return [
    ...b2b.flatMap(({ ctin, inv }) =>
      inv.flatMap(({ inum, idt, val, pos, inv_typ, itms }) =>
        itms.map(({ itm_det }) => ({
          Table: 'b2b',
          Type: supplyTypes[inv_typ],
          'GSTIN of recipient': ctin,
          Number: inum,
          Date: idt,
          Value: val,
          'Place of supply': pos,
          ...amounts(itm_det),
        })),
      ),
    ),
    ...b2cl.flatMap(({ pos, inv }) =>
      inv.flatMap(({ inum, idt, val, itms }) =>
        itms.map(({ itm_det }) => ({
          Table: 'b2cl',
          Number: inum,
          Date: idt,
          Value: val,
          'Place of supply': pos,
          ...amounts(itm_det),
        })),
      ),
    ),
    ...b2cs.map((row) => ({ Table: 'b2cs', Type: row.sply_ty, 'Place of supply': row.pos, ...amounts(row) })),
    ...(nil?.inv ?? []).map(({ sply_ty, expt_amt }) => ({ Table: 'nil', Type: sply_ty, 'Taxable value': expt_amt })),
  ]
}

function notesOf({ cdnr = [], cdnur = [] }: Gstr1): Row[] {
  const registered = cdnr.flatMap(({ ctin, nt }) =>
    nt.map((note) => ({ ctin, type: supplyTypes[note.inv_typ], ...note })),
  )
  const others = cdnur.map((note) => ({ ctin: '', type: note.typ, ...note }))
  const rows = (table: string, notes: typeof registered | typeof others): Row[] =>
    notes.flatMap(({ ctin, type, nt_num, nt_dt, val, pos, itms }) =>
      itms.map(({ itm_det }) => ({
        Table: table,
        Type: type,
        'GSTIN of recipient': ctin,
        Number: nt_num,
        Date: nt_dt,
        Value: val,
        'Place of supply': pos,
        ...amounts(itm_det),
      })),
    )
  return [...rows('cdnr', registered), ...rows('cdnur', others)]
}

function summariesOf({ hsn, doc_issue }: Gstr1): Row[] {
  const halves = [
    ['hsn_b2b', hsn?.hsn_b2b ?? []],
    ['hsn_b2c', hsn?.hsn_b2c ?? []],
  ] as const
  return [
    ...halves.flatMap(([table, rows]) => rows.map((row) => ({ Table: table, SAC: row.hsn_sc, ...amounts(row) }))),
    ...(doc_issue?.doc_det ?? []).flatMap(({ doc_typ, docs }) =>
      docs.map(({ from, to, net_issue }) => ({ Table: 'docs', Type: doc_typ, From: from, To: to, Issued: net_issue })),
    ),
  ]
}
