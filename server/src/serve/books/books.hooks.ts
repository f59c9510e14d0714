import type { Hooks } from '../../platform/features/hooks.ts'
import { markOf } from './import-einvoices.ts'

export const paperMarked: Hooks['paperMarked'] = (db, documentId) => markOf(db, documentId)
