/** LUFS: how loud speech is mixed for the web (AES TD1008). */
const SPEECH = -18

/**
 * The share of the chosen volume, over 0 to 1, at which a lesson of this loudness (LUFS, null where it is not known) plays, so that it
 * is not louder than the lesson before it. A quieter one stays as it is: a player cannot amplify.
 */
export const shareOfVolume = (loudness: number | null): number =>
  loudness === null ? 1 : Math.min(1, 10 ** ((SPEECH - loudness) / 20))
