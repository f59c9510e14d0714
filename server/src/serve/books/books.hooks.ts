import { paperMarked } from '../../sales/documents/paper-mark.ts'
import { markOf } from './import-einvoices.ts'

export const joins = () => [paperMarked.by((db, documentId) => markOf(db, documentId))]
