import { useEffect } from 'react'
import { t } from '../../../../language/text.ts'
import { choose, usePlayerChoices } from '../../../../stores/player-choices.ts'
import { AUTO, type VideoQuality } from '../engine.ts'
import { ControlMenu } from './ControlMenu.tsx'

/** `480p`, `Sound`. */
export const qualityText = ({ height }: VideoQuality): string => (height === 'sound' ? t('Sound') : `${height}p`)

/** `34 MB`; a part of one is one. */
export const megabytesText = ({ megabytes }: VideoQuality): string | undefined =>
  megabytes === undefined ? undefined : `${Math.max(Math.round(megabytes), 1)} MB`

/** Returns the smallest picture, for saving data; undefined if there is only one. */
export function leastPicture(qualities: readonly VideoQuality[]): VideoQuality | undefined {
  const pictures = qualities.filter(({ height }) => height !== 'sound')
  return pictures.length > 1 ? pictures.at(-1) : undefined
}

export type QualityProps = {
  /** Best first, sound last. */
  qualities: readonly VideoQuality[]
  /** The id of the chosen one, or `AUTO`. */
  quality: string
  onQuality: (id: string) => void
}

type Props = QualityProps & { open: boolean; onOpen: (open: boolean) => void }

/** Chooses the quality, each with its data use, if there are several. Saving data applies to every lesson. */
export function QualityKey({ qualities, quality, onQuality, open, onOpen }: Props) {
  const saving = usePlayerChoices(({ saveData }) => saveData)
  const least = leastPicture(qualities)
  const saves = saving && quality === AUTO && least !== undefined

  useEffect(() => {
    if (saves) onQuality(least.id)
  }, [saves, least, onQuality])

  if (qualities.length < 2) return null
  const others = qualities.filter((one) => one !== least)
  const line = (one: VideoQuality, label: string) => ({
    id: one.id,
    label,
    aside: megabytesText(one),
    checked: one.id === quality,
  })
  const chosen = qualities.find(({ id }) => id === quality)
  const text = chosen ? qualityText(chosen) : t('Auto')
  return (
    <ControlMenu
      title={t('Quality')}
      label={t('{quality} quality', { quality: text })}
      open={open}
      onOpen={onOpen}
      choices={[
        ...(least ? [line(least, t('Save data, {quality}', { quality: qualityText(least) }))] : []),
        { id: AUTO, label: t('Auto'), checked: !chosen },
        ...others.map((one) => line(one, one.height === 'sound' ? t('Sound only') : qualityText(one))),
      ]}
      onChoose={(id) => {
        choose({ saveData: id === least?.id })
        onQuality(id)
      }}
      note={t('Sizes are for the whole lesson. Save data stays on for other lessons.')}
    >
      {text}
    </ControlMenu>
  )
}
