import type { Row } from './unpack.ts'

/** Coins of a student's row; 0 for what is no number. */
export const coinsOf = ({ coins }: Row): number => Math.max(0, Math.floor(Number(coins) || 0))
