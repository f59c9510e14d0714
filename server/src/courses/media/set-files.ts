// A set's files are stored beside the original. Names of uploads never begin with an underscore, so none collides.

/** The sound alone, as a rung. */
export const SOUND = 'sound'
export const POSTER = '_poster.jpg'
export const SPRITE = '_sprite.jpg'
/** The playlist that names those of the rungs. */
export const INDEX = '_index.m3u8'

export const rungFile = (rung: string) => `_${rung}.mp4`
export const rungPlaylist = (rung: string) => `_${rung}.m3u8`

const SET_FILE = /^_[a-z0-9]{1,10}\.(?:mp4|jpg|m3u8)$/
const PLAYLIST = /^_([a-z0-9]{1,10})\.m3u8$/

/** Recognises files of a set, which share one permission. */
export const isSetFile = (name: string): boolean => SET_FILE.test(name)

/** Returns the rung of a playlist, `index` for that of all; undefined for another file. */
export const playlistOf = (name: string): string | undefined => PLAYLIST.exec(name)?.[1]

/** One signature under this name covers all files of a set. */
export const SET_NAME = '_'
