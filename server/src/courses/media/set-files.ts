// The files of a set lie beside the original. An uploaded file's own name never begins with an underscore, so none is like them.

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

/** Whether it is one of the set: who may have one of them may have all. */
export const isSetFile = (name: string): boolean => SET_FILE.test(name)

/** The rung whose playlist it is, `index` for that of all; undefined when it is none. */
export const playlistOf = (name: string): string | undefined => PLAYLIST.exec(name)?.[1]

/** The name under which all files of a set are signed for, with one signature. */
export const SET_NAME = '_'
