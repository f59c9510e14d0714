import { useQuery } from '@tanstack/react-query'
import { isExpired } from 'contract/expiry'
import type { Block } from 'contract/letter-blocks'
import { useState } from 'react'
import { reductionText } from '../../shared/cart/promocode-check.ts'
import { shopNow } from '../../stores/shop-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { later } from '../../ui/later.tsx'
import { Stack } from '../../ui/layout.tsx'
import { CourseSelect } from '../forms/CourseSelect.tsx'
import { Two, textsOf } from '../forms/form-parts.tsx'
import { promocodeListQuery } from '../promocodes/promocodes.queries.ts'
import { asPath } from './letter-form.ts'

const MediaPicker = later(() => import('../media/library/MediaPicker.tsx'))

type Props = {
  block: Block
  onChange: (block: Block) => void
  error: string | undefined
  textHelp?: string | undefined
}

const NAME_HELP = '{name} is the first name of each reader.'

/** The fields of one block. */
export function BlockFields({ block, onChange, error, textHelp = NAME_HELP }: Props) {
  if ('text' in block) {
    return (
      <Field
        as="textarea"
        label="Text"
        maxLength={5000}
        {...textsOf(block, onChange)('text')}
        error={error}
        help={textHelp}
      />
    )
  }
  if ('image' in block) return <ImageFields block={block} onChange={onChange} error={error} />
  if ('course' in block) {
    return (
      <CourseSelect
        label="Course"
        first="Choose a course"
        value={block.course}
        onChange={(course) => onChange({ course })}
        error={error}
      />
    )
  }
  if ('code' in block) return <CodeField code={block.code} onChange={(code) => onChange({ code })} error={error} />
  const { button } = block
  const text = textsOf(button, (next) => onChange({ button: next }))
  return (
    <Two>
      <Field
        label="Words on the button"
        maxLength={60}
        {...text('label')}
        error={button.label.trim() === '' ? error : undefined}
      />
      <Field
        label="Leads to"
        inputMode="url"
        maxLength={1000}
        placeholder="/courses"
        {...text('url')}
        onBlur={({ target }) => onChange({ button: { ...button, url: asPath(target.value, window.location.origin) } })}
        error={button.label.trim() === '' ? undefined : error}
        help="A path of your store such as /courses, or an https address."
      />
    </Two>
  )
}

type ImageProps = { block: { image: string; alt: string }; onChange: Props['onChange']; error: string | undefined }

function ImageFields({ block, onChange, error }: ImageProps) {
  const [isPicking, setPicking] = useState(false)
  return (
    <chakra.div display="grid" gap="3" gridTemplateColumns={{ base: 'minmax(0,1fr)', md: 'auto minmax(0,1fr)' }}>
      <Stack gap="2" justifyItems="start">
        {block.image && (
          <chakra.img src={block.image} alt="" w="32" aspectRatio="16/9" objectFit="cover" borderRadius="l1" />
        )}
        <Button variant="outline" size="sm" onClick={() => setPicking(true)}>
          {block.image ? 'Another image' : 'Choose an image'}
        </Button>
      </Stack>
      <Field
        label="In words"
        maxLength={200}
        {...textsOf(block, onChange)('alt')}
        error={error}
        help="Read aloud, and shown where images are off."
      />
      {isPicking && (
        <MediaPicker
          kind="image"
          onPick={({ url, name }) => {
            setPicking(false)
            onChange({ image: url, alt: block.alt || name.replace(/\.\w+$/, '') })
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </chakra.div>
  )
}

type CodeProps = { code: string; onChange: (code: string) => void; error: string | undefined }

function CodeField({ code, onChange, error }: CodeProps) {
  const { data, error: failed } = useQuery(promocodeListQuery({ limit: '200' }))
  const codes = (data?.data.promocodes ?? []).filter((one) => !one.paused && !isExpired(one.expiry_date, shopNow()))
  return (
    <Field
      as="select"
      label="Promo code"
      value={code}
      onChange={({ target }) => onChange(target.value)}
      error={error ?? (failed && !data ? 'Failed to load promo codes' : undefined)}
    >
      <option value="">Choose a code</option>
      {code !== '' && !codes.some(({ promocode }) => promocode === code) && <option value={code}>{code}</option>}
      {codes.map((one) => (
        <option key={one.id} value={one.promocode}>
          {one.promocode} ({reductionText(one)} off)
        </option>
      ))}
    </Field>
  )
}
