import { changed, exported, type Sentences } from '../activity/phrases.ts'

const month = ({ after }: { after?: Record<string, unknown> | null }) => String(after?.month ?? '')

export const activity: Sentences = {
  'books.payoutLines': exported('the lines of the payouts'),
  'books.refunds': exported('the refunds'),
  'books.receipts': exported('the money received'),
  'books.zoho': exported('the papers for Zoho Books'),
  'books.tally': (entry) => ({ did: `exported the vouchers of ${month(entry)} for Tally`, thing: '', whole: true }),
  'books.einvoice': () => ({ did: 'exported e-invoices', thing: '' }),
  'books.einvoiceMissing': exported('the papers that lack something for an e-invoice'),
  'books.importEinvoices': ({ after }) => ({
    did: `imported the e-invoice portal’s answers: ${Number(after?.adopted ?? 0)} adopted, ${Number(after?.cancelled ?? 0)} cancelled, ${Number(after?.refused ?? 0)} refused`,
    thing: '',
    whole: true,
  }),
  'books.bundle': (entry) => ({ did: `downloaded the books of ${month(entry)}`, thing: '', whole: true }),
  'books.saveReportMail': (entry) => ({ ...changed(entry), thing: 'the reports by email' }),
  'books.closeMonth': (entry) => ({ did: `closed the books of ${month(entry)}`, thing: '', whole: true }),
}
