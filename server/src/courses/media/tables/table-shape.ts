import type { Encoding } from 'contract/foreign-table'
import type { z } from 'zod'

/** A row with its number in the sheet, from 1. Row breaks inside quotes count once. */
export type SheetRow = {
  row: number
  cells: string[]
  /** A filter or the person hides it in the workbook. */
  hidden?: boolean
}

/** Choices of the person; everything absent is guessed. */
export type HowToRead = {
  encoding?: z.output<typeof Encoding> | undefined
  sheet?: string | undefined
  head_row?: number | undefined
}

export type TableHead = {
  /** Null for a workbook and for pasted text. */
  encoding: z.output<typeof Encoding> | null
  /** False where the bytes do not decide. */
  encoding_sure: boolean
  delimiter: string | null
  /** Sheets that hold something. */
  sheets: string[]
  sheet: string | null
  /** Row of the headings; 0 where there is none, as in a pasted list. The headings are then `Column A`, `Column B`. */
  head_row: number
  /** Unique and not empty. */
  headings: string[]
}

/** A table without empty rows and columns. Each row has a cell for every heading, trimmed and without a formula guard. */
export type ForeignTable = TableHead & { rows: SheetRow[] }

/** A reason why no table can be made of a file, with the contract's code: 413, 415 or 422. */
export class NoTable extends Error {
  readonly code: 'too_large' | 'unsupported_media_type' | 'invalid'

  constructor(code: NoTable['code'], message: string) {
    super(message)
    this.code = code
  }
}
