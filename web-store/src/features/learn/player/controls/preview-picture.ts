import type { LessonVideo } from 'contract/videos'

type Sheet = NonNullable<LessonVideo['sprite']>

/** Pixels; a small picture of the sheet is shown at its own size, at most so wide. */
const WIDEST = 160

/** Where on the sheet the picture of a second lies, as styles of a box that shows it. */
export function previewPicture({ url, every, count, columns, width, height }: Sheet, second: number) {
  const at = Math.min(Math.max(Math.floor(second / every), 0), count - 1)
  const scale = Math.min(WIDEST / width, 1)
  const [wide, high] = [width * scale, height * scale]
  return {
    width: `${wide}px`,
    height: `${high}px`,
    backgroundImage: `url("${url}")`,
    backgroundSize: `${columns * wide}px auto`,
    backgroundPosition: `${-(at % columns) * wide}px ${-Math.floor(at / columns) * high}px`,
  }
}
