import { contract } from '@stationmaster/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { upload } from '../../../api/calls/upload.ts'
import { type PictureProblem, problemOf } from '../../../ui/pictures/picture-rules.ts'

export interface PhotoUpload {
  key: number
  name: string
  /** share of the bytes, 0 to 1; afterwards the server draws the picture again */
  share: number
  problem?: PictureProblem
  error?: unknown
}

const failed = ({ problem, error }: PhotoUpload) => Boolean(problem ?? error)

/** Uploads chosen photos one after the other, with the progress of each; calls `onDone` when all are uploaded. */
export function usePhotoUploads(locationId: number, onDone: () => void) {
  const client = useQueryClient()
  const [uploads, setUploads] = useState<PhotoUpload[]>([])
  const count = useRef(0)
  const turn = useRef<Promise<unknown>>(Promise.resolve())
  const change = (key: number, changed: Partial<PhotoUpload>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...changed } : one)))

  const send = async (file: File, key: number): Promise<boolean> => {
    try {
      const tell = (share: number) => change(key, { share })
      await upload(contract.photos.add, { params: { id: locationId } }, file, tell)
      setUploads((all) => all.filter((one) => one.key !== key))
      await client.invalidateQueries({ queryKey: ['locations'], refetchType: 'active' })
      return true
    } catch (error) {
      change(key, { error })
      return false
    }
  }

  const add = (files: readonly File[]) => {
    const chosen = files.map((file) => {
      const problem = problemOf(file)
      count.current += 1
      return { file, upload: { key: count.current, name: file.name, share: 0, ...(problem && { problem }) } }
    })
    setUploads((all) => [...all.filter((one) => !failed(one)), ...chosen.map((one) => one.upload)])
    turn.current = turn.current.then(async () => {
      let good = chosen.length > 0
      for (const { file, upload: one } of chosen)
        good = !('problem' in one) && (await send(file, one.key)) && good
      if (good) onDone()
    })
  }
  return { uploads, add, forget: () => setUploads((all) => all.filter((one) => !failed(one))) }
}
