# SPDX-License-Identifier: Apache-2.0
# Sourced. three_tries INDEX COMMAND...: an index of packages that does not answer is asked three times, then named.
three_tries() {
  local index=$1 try
  shift
  for try in 1 2 3; do
    if "$@"; then return 0; fi
    if [ "$try" -lt 3 ]; then
      echo "Try $try of 3 failed: $*" >&2
      sleep "${SVC_CI_PAUSE_SECONDS:-20}"
    fi
  done
  echo "$index gave no answer in three tries: $*" >&2
  return 1
}
