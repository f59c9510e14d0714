import { create } from 'zustand'
import { storage } from './storage.ts'

type PlayerChoices = {
  /** 0.5 to 2. */
  speed: number
  /** 0 to 1. */
  volume: number
  muted: boolean
  /** The language of captions; empty when none are shown. */
  captions: string
  /** Keys work with the focus anywhere, not on the player alone. */
  pageKeys: boolean
  /** The next lesson starts by itself, until somebody stopped it once. */
  nextByItself: boolean
  /** The smallest picture, in every lesson with several. */
  saveData: boolean
}

const usual: PlayerChoices = {
  speed: 1,
  volume: 1,
  muted: false,
  captions: '',
  pageKeys: true,
  nextByItself: true,
  saveData: false,
}

export const SLOWEST = 0.5
export const FASTEST = 2

/** Reads the stored choices; drops impossible ones. */
function storedChoices(): PlayerChoices {
  const { speed, volume, muted, captions, pageKeys, nextByItself, saveData } = storage.read('player') ?? {}
  const within = (value: unknown, least: number, most: number, otherwise: number) =>
    typeof value === 'number' && value >= least && value <= most ? value : otherwise
  return {
    speed: within(speed, SLOWEST, FASTEST, usual.speed),
    volume: within(volume, 0, 1, usual.volume),
    muted: muted === true,
    captions: typeof captions === 'string' && captions.length <= 40 ? captions : usual.captions,
    pageKeys: pageKeys !== false,
    nextByItself: nextByItself !== false,
    saveData: saveData === true,
  }
}

/** Stores the choices of the player over lessons and visits. */
export const usePlayerChoices = create<PlayerChoices>(storedChoices)

/** Stores a choice; what another tab chose meanwhile stays. */
export function choose(change: Partial<PlayerChoices>): void {
  const next = { ...storedChoices(), ...change }
  storage.write('player', next)
  usePlayerChoices.setState(next)
}
