import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { Button } from '../../../ui/Button.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { Field } from '../../../ui/Field.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { later } from '../../../ui/later.tsx'
import { Stack, Tag } from '../../../ui/layout.tsx'
import { Picture } from '../../../ui/Picture.tsx'
import { toast } from '../../../ui/toaster.ts'
import { drawPoster } from '../../folder/draw-poster.ts'
import { Help, Tools } from '../../forms/form-parts.tsx'
import { fileProblem } from '../../forms/upload.ts'
import { IconPhoto, IconUpload } from '../../host/admin-icons.ts'
import { usePlatform, wholeFile } from '../../host/platform.tsx'
import { type CourseForm, PENDING_UPLOAD } from './course-form.ts'

const MediaPicker = later(() => import('../../media/library/MediaPicker.tsx'))

const Frame = chakra('div', {
  base: {
    position: 'relative',
    alignSelf: 'start',
    borderRadius: '8px',
    overflow: 'hidden',
    bg: 'bg.muted',
    aspectRatio: '16/9',
    display: 'grid',
    placeItems: 'center',
    color: 'fg.subtle',
    '& > div': { w: 'full' },
  },
})

type BannerFieldProps = {
  file: File | undefined
  onFile: (file: File | undefined) => void
  fileUrl: string | undefined
  /** The course goes on sale, or is: it needs a banner. */
  sells: boolean
}

/** The banner: a file that is uploaded when the course is saved, or an address; typing one lets the file go. */
export function BannerField({ file, onFile, fileUrl, sells }: BannerFieldProps) {
  const platform = usePlatform()
  const [picking, setPicking] = useState(false)
  const { watch, setValue, formState } = useFormContext<CourseForm>()
  const [banner, name] = watch(['banner', 'name'])
  const set = (value: string) => setValue('banner', value, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  const choose = async () => {
    const [picked] = await platform.pickFiles({ kind: 'image', multiple: false })
    if (!picked) return
    const problem = fileProblem(picked, 'image')
    if (problem) return toast.error(problem)
    onFile(await wholeFile(picked))
    set(PENDING_UPLOAD)
  }
  const draw = async () => {
    try {
      onFile(await drawPoster(name))
      set(PENDING_UPLOAD)
    } catch (error) {
      toast.error((error as Error).message)
    }
  }
  const remove = () => {
    onFile(undefined)
    set('')
  }
  const shown = file ? fileUrl : banner
  // A picture of the library has no address that anybody typed, and none to type over.
  const isOwn = file !== undefined || banner === PENDING_UPLOAD || banner.startsWith('/media/')
  return (
    <Stack gridTemplateColumns={{ base: 'minmax(0,1fr)', lg: '240px minmax(0,1fr)' }} gap="22px">
      <Frame>
        {shown && shown !== PENDING_UPLOAD ? (
          <Picture src={shown} alt="Banner" label="This image cannot be shown" place="half" />
        ) : name ? (
          <Picture src="" alt="" cover={name} place="half" />
        ) : (
          <Icon of={IconPhoto} size={28} />
        )}
        {file && (
          <Tag position="absolute" left="2.5" top="2.5" w="auto !important" bg="#14163F" color="white">
            New file, uploads when you save
          </Tag>
        )}
      </Frame>
      {picking && (
        <MediaPicker
          kind="image"
          onPick={({ url }) => {
            setPicking(false)
            onFile(undefined)
            set(url)
          }}
          onClose={() => setPicking(false)}
        />
      )}
      <Stack>
        <Help>JPEG, PNG, GIF or WEBP, up to 5MB. Best at 1280x720px.{sells ? '' : ' A draft may do without.'}</Help>
        <Tools>
          <Button variant="outline" size="sm" onClick={choose}>
            <Icon of={IconUpload} size={16} />
            Choose file
          </Button>
          <Button variant="outline" size="sm" onClick={() => setPicking(true)}>
            <Icon of={IconPhoto} size={16} />
            From library
          </Button>
          {!file && !banner && name && (
            <Button variant="outline" size="sm" onClick={() => void draw()}>
              Create cover
            </Button>
          )}
          {(file || banner) && (
            <Button variant="ghost" size="sm" colorPalette="danger" onClick={remove}>
              Remove
            </Button>
          )}
        </Tools>
        <Field
          label="Or paste an image link"
          inputMode="url"
          required={sells && !isOwn}
          value={isOwn ? '' : banner}
          error={formState.errors.banner?.message}
          name="banner"
          data-field="banner"
          onChange={(event) => {
            onFile(undefined)
            set(event.target.value)
          }}
        />
      </Stack>
    </Stack>
  )
}
