//! Decides how bytes become numbers and strings, and tells "not yet arrived" from "wrong".

/// Why reading stopped.
#[derive(Debug)]
pub(super) enum Stop {
    /// The bytes so far are fine but end too early.
    More,
    /// The bytes are wrong, whatever follows.
    Invalid(String),
}

/// A position in the bytes that have arrived.
pub(super) struct Cursor<'a> {
    bytes: &'a [u8],
    position: usize,
}

/// No key, string value or token in a real file comes near this.
const MAX_STRING_BYTES: u64 = 4 << 20;

impl<'a> Cursor<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, position: 0 }
    }

    pub(super) fn position(&self) -> usize {
        self.position
    }

    pub(super) fn take(&mut self, length: usize) -> Result<&'a [u8], Stop> {
        let end = self.position.checked_add(length).ok_or(Stop::More)?;
        let slice = self.bytes.get(self.position..end).ok_or(Stop::More)?;
        self.position = end;
        Ok(slice)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Stop> {
        self.take(N)?.try_into().map_err(|_| Stop::More)
    }

    pub(super) fn u8(&mut self) -> Result<u8, Stop> {
        self.array::<1>().map(u8::from_le_bytes)
    }

    pub(super) fn u16(&mut self) -> Result<u16, Stop> {
        self.array().map(u16::from_le_bytes)
    }

    pub(super) fn u32(&mut self) -> Result<u32, Stop> {
        self.array().map(u32::from_le_bytes)
    }

    pub(super) fn u64(&mut self) -> Result<u64, Stop> {
        self.array().map(u64::from_le_bytes)
    }

    pub(super) fn f32(&mut self) -> Result<f32, Stop> {
        self.array().map(f32::from_le_bytes)
    }

    pub(super) fn f64(&mut self) -> Result<f64, Stop> {
        self.array().map(f64::from_le_bytes)
    }

    pub(super) fn bytes(&mut self) -> Result<&'a [u8], Stop> {
        let length = self.u64()?;
        if length > MAX_STRING_BYTES {
            return Err(Stop::Invalid(format!("the GGUF header holds a string of {length} bytes")));
        }
        self.take(length as usize)
    }

    pub(super) fn string(&mut self) -> Result<String, Stop> {
        Ok(String::from_utf8_lossy(self.bytes()?).into_owned())
    }
}
