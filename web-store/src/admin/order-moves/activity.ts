import { plain, type Sentences } from '../activity/phrases.ts'

export const activity: Sentences = { 'orderMoves.move': plain('moved to another person the order') }
