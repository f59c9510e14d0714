// The files of a set lie beside the original. An uploaded file's own name never begins with an underscore, so none is like them.

/** The sound alone, as a rung. */
export const SOUND = 'sound'
export const POSTER = '_poster.jpg'
export const SPRITE = '_sprite.jpg'

export const rungFile = (rung: string) => `_${rung}.mp4`
