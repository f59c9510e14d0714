import { t } from '../../../../language/text.ts'
import type { VideoQuality } from '../engine.ts'

/** `480p`, `Sound`. */
export const qualityText = ({ height }: VideoQuality): string => (height === 'sound' ? t('Sound') : `${height}p`)

/** `34 MB`; a part of one is one. */
export const megabytesText = ({ megabytes }: VideoQuality): string | undefined =>
  megabytes === undefined ? undefined : `${Math.max(Math.round(megabytes), 1)} MB`

/** The smallest picture, for who saves data; undefined where there is none but one. */
export function leastPicture(qualities: readonly VideoQuality[]): VideoQuality | undefined {
  const pictures = qualities.filter(({ height }) => height !== 'sound')
  return pictures.length > 1 ? pictures.at(-1) : undefined
}
