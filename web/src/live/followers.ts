// SPDX-License-Identifier: Apache-2.0
/** Lists that follow new rows, and read again with each piece of news. */
import { useEffect, useRef } from 'react';

const READ_EVERY_MS = 1_000;

const followers = new Set<() => void>();

export function tellFollowers(): void {
  for (const follower of followers) follower();
}

/** Calls `read` soon after each piece of news, and at most once a second. */
export function useFollower(isOn: boolean, read: () => void): void {
  const latest = useRef(read);
  useEffect(() => {
    latest.current = read;
  });
  useEffect(() => {
    if (!isOn) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follower = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        latest.current();
      }, READ_EVERY_MS);
    };
    followers.add(follower);
    return () => {
      followers.delete(follower);
      clearTimeout(timer);
    };
  }, [isOn]);
}
