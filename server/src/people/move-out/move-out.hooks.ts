import type { Context } from '../../context.ts'
import type { Hooks } from '../../platform/features/hooks.ts'
import { allowArchive } from './move-out.service.ts'

export const fileAllowed: Hooks<Pick<Context, 'db' | 'now'>>['fileAllowed'] = allowArchive
