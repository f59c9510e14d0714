import { indianDay, indianTime } from 'contract/indian-time'
import { rupeesOrNull } from 'contract/money'

export type Cell = string | number | null

type FieldOf<Row> = { [Field in keyof Row]: Row[Field] extends Cell ? Field : never }[keyof Row] & string
type Column<Row> = FieldOf<Row> | ((row: Row) => Cell)

/** The columns of a file by their headings, each a field of the row or a function of it: CSV and workbook print the same cells. */
export type Columns<Row> = Record<string, Column<Row>>

type ReaderOf<Named> = Named extends string ? (row: Record<Named, Cell>) => Cell : Named

/** The row that columns (`as const`) read, for the query that returns it. */
export type RowOf<Table> =
  { [Heading in keyof Table]: ReaderOf<Table[Heading]> } extends Record<string, (row: infer Row) => Cell> ? Row : never

export const cellOf = <Row>(row: Row, column: Column<Row>): Cell =>
  typeof column === 'function' ? column(row) : (row[column] as Cell)

const printed =
  <Value>(print: (value: Value) => Cell) =>
  <Field extends string>(field: Field) =>
  (row: Record<Field, Value>): Cell =>
    print(row[field])

/** An instant with the Indian offset. */
export const time = printed((at: string | null) => at && indianTime(at))

/** The Indian day of an instant. */
export const day = printed((at: string | null) => at && indianDay(new Date(at)))

/** Rupees of a field in paise. */
export const rupees = printed(rupeesOrNull)

export const yesOrNo = printed((is: boolean) => (is ? 'yes' : 'no'))
