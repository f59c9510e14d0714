import { changed, exported, type Sentences } from '../activity/phrases.ts'

export const activity: Sentences = {
  'documents.send': ({ after }) => ({
    did: 'emailed the document',
    thing: String(after?.document_mailed ?? ''),
    whole: true,
  }),
  'documents.addGstin': ({ before, after }) => ({
    did: `reissued invoice ${String(before?.invoice ?? '')} with a GSTIN as`,
    thing: String(after?.invoice ?? ''),
    whole: true,
  }),
  'documents.setInvoicePrefix': (entry) => ({ ...changed(entry), thing: 'invoice numbers' }),
  'documents.setTaxSettings': (entry) => ({ ...changed(entry), thing: 'the GST settings' }),
  'exports.documents': exported('the invoices'),
  'exports.gstr1': exported('a GSTR-1'),
}
