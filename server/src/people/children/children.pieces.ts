import type { Pieces } from '../../platform/features/pieces.ts'

export const pieces: Partial<Pieces> = {
  protectedPeople: '(select user_id, until from ages where until is not null)',
}
