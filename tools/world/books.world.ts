import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { z } from 'zod'
import { Gstr1Schema } from '../../server/test/gstr1-schema.ts'
import { IRP_SCHEMA } from './irp-schema.ts'
import { debian, fromNpm, row } from './row.ts'
import { MONTH, type SoldShop, startSoldShop } from './sold-month.ts'

const part = 'GST and Tally'
const { programs, load } = fromNpm('books', { ajv: '8.20.0' })
const XMLLINT = debian('libxml2-utils', 'xmllint')

let shop: SoldShop
let folder: string
let tally: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skillhaat-world-books-'))
  shop = await startSoldShop()
  tally = join(folder, 'tally.xml')
  await writeFile(tally, await shop.download(`/api/admin/export/tally.xml?month=${MONTH}`))
})
afterAll(async () => {
  await shop.server.stop()
  await rm(folder, { recursive: true })
})

const xmllint = (...options: string[]) => execFileSync('xmllint', [...options, tally], { encoding: 'utf8' }).trim()
const count = (path: string) => Number(xmllint('--xpath', `count(${path})`))
const values = (path: string) =>
  xmllint('--xpath', path)
    .split('\n')
    .map((line) => /"(.*)"/.exec(line)?.[1] ?? '')

/** Groups that each company of Tally has, under which a ledger can be made. */
const GROUPS = [
  'Bank Accounts',
  'Bank OD A/c',
  'Branch / Divisions',
  'Capital Account',
  'Cash-in-Hand',
  'Current Assets',
  'Current Liabilities',
  'Deposits (Asset)',
  'Direct Expenses',
  'Direct Incomes',
  'Duties & Taxes',
  'Fixed Assets',
  'Indirect Expenses',
  'Indirect Incomes',
  'Investments',
  'Loans & Advances (Asset)',
  'Loans (Liability)',
  'Misc. Expenses (ASSET)',
  'Provisions',
  'Purchase Accounts',
  'Reserves & Surplus',
  'Retained Earnings',
  'Sales Accounts',
  'Secured Loans',
  'Stock-in-Hand',
  'Sundry Creditors',
  'Sundry Debtors',
  'Suspense A/c',
  'Unsecured Loans',
]

row(
  {
    part,
    program: XMLLINT,
    did: 'reads the vouchers of a month for Tally, by the rules of Tally’s import',
    guess: 'a name with & breaks the file, or a refund of part of an order does not balance',
  },
  async () => {
    xmllint('--noout')
    const vouchers = count('//VOUCHER')
    expect(vouchers).toBeGreaterThan(60)
    expect(count('//VOUCHER[round(100 * sum(ALLLEDGERENTRIES.LIST/AMOUNT)) != 0]')).toBe(0)
    expect(count('//VOUCHER[count(ALLLEDGERENTRIES.LIST) < 2]')).toBe(0)
    expect(count('//ALLLEDGERENTRIES.LIST[(AMOUNT < 0) != (ISDEEMEDPOSITIVE = "Yes")]')).toBe(0)
    expect(count('//ALLLEDGERENTRIES.LIST[AMOUNT = 0]')).toBe(0)
    const ids = values('//VOUCHER/@REMOTEID')
    expect(new Set(ids).size).toBe(vouchers)
    // A ledger comes before the first voucher, with a group that exists.
    expect(count('//LEDGER[preceding::VOUCHER]')).toBe(0)
    expect(count('//ALLLEDGERENTRIES.LIST[not(LEDGERNAME = //LEDGER/NAME)]')).toBe(0)
    expect(count('//VOUCHER/PARTYLEDGERNAME[not(. = //LEDGER/NAME)]')).toBe(0)
    const parents = xmllint('--xpath', '//LEDGER/PARENT/text()').split('\n')
    for (const parent of parents) expect(GROUPS).toContain(parent.replace('&amp;', '&'))
    expect(count(`//VOUCHER[not(starts-with(DATE, "${MONTH.replace('-', '')}")) or string-length(DATE) != 8]`)).toBe(0)
    // Numbers are unique within a type of voucher, as Tally wants where it prevents duplicates.
    const numbers = xmllint('--xpath', '//VOUCHER/VOUCHERNUMBER/text()').split('\n')
    const types = values('//VOUCHER/@VCHTYPE')
    expect(new Set(numbers.map((number, at) => `${types[at]} ${number}`)).size).toBe(vouchers)
    return `Well-formed; ${vouchers} vouchers balance to the paisa, each with an id of its own, in ${parents.length} ledgers that come first, under groups that every company has.`
  },
)

const PORTAL =
  'GSTN’s portals publish no test that runs elsewhere: upload the first file of a year to the portal’s own check before you rely on it.'

/** Validates by JSON Schema, and returns what is wrong. */
async function wrongIn(schema: object, data: unknown): Promise<unknown> {
  const { default: Ajv } = await load('ajv/dist/2020.js')
  const ajv = new (Ajv.default ?? Ajv)({ allErrors: true, strict: false })
  return ajv.validate(schema, data) ? [] : ajv.errors
}

row(
  {
    part,
    program: programs.ajv,
    did: 'checks the e-invoices of a month by the portal’s schema 1.1, written out as JSON Schema',
    guess: 'a credit note or a long name has a field too many or too long',
  },
  async () => {
    const invoices = JSON.parse(await shop.text(`/api/admin/export/einvoice.json?from=${MONTH}-01&to=${MONTH}-31`))
    expect(invoices.length).toBeGreaterThan(3)
    expect(await wrongIn(IRP_SCHEMA, invoices)).toEqual([])
    const broken = structuredClone(invoices)
    broken[0].BuyerDtls.Loc = 'B'
    expect(await wrongIn(IRP_SCHEMA, broken)).toHaveLength(1)
    const notes = invoices.filter((one: { DocDtls: { Typ: string } }) => one.DocDtls.Typ === 'CRN').length
    return { seen: `All ${invoices.length} are valid, ${notes} credit notes among them.`, limit: PORTAL }
  },
)

row(
  {
    part,
    program: programs.ajv,
    did: 'checks GSTR-1 of a month by the fields of the Returns Offline Tool, as JSON Schema',
    guess: 'GSTN publishes a schema',
  },
  async () => {
    const gstr1 = JSON.parse(await shop.text(`/api/admin/export/gstr1/${MONTH}`))
    const schema = z.toJSONSchema(Gstr1Schema, { unrepresentable: 'any' })
    expect(await wrongIn(schema, gstr1)).toEqual([])
    expect(await wrongIn(schema, { ...gstr1, fp: '202612' })).not.toEqual([])
    const rows = ['b2b', 'b2cl', 'b2cs', 'cdnr', 'cdnur'].flatMap((name) => gstr1[name] ?? []).length
    return {
      seen: `Valid, with ${rows} rows of outward supplies and notes.`,
      limit: `GSTN publishes none: the fields are those of files that its tool writes (server/test/gstr1-schema.ts). ${PORTAL}`,
    }
  },
)
