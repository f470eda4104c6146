//! Names the storage types of GGUF that the engine does not read, by the numbers that ggml gives them.

/// What a type is called in an error, such as `Q2_K (type 10)`.
pub(super) fn named(code: u32) -> String {
    let name = match code {
        9 => "Q8_1",
        10 => "Q2_K",
        11 => "Q3_K",
        15 => "Q8_K",
        16 => "IQ2_XXS",
        17 => "IQ2_XS",
        18 => "IQ3_XXS",
        19 => "IQ1_S",
        21 => "IQ3_S",
        22 => "IQ2_S",
        23 => "IQ4_XS",
        24 => "I8",
        25 => "I16",
        26 => "I32",
        27 => "I64",
        28 => "F64",
        29 => "IQ1_M",
        34 => "TQ1_0",
        35 => "TQ2_0",
        39 => "MXFP4",
        4 => return retired("Q4_2", code),
        5 => return retired("Q4_3", code),
        31 => return retired("Q4_0_4_4", code),
        32 => return retired("Q4_0_4_8", code),
        33 => return retired("Q4_0_8_8", code),
        _ => return format!("an unknown type ({code})"),
    };
    format!("{name} (type {code})")
}

fn retired(name: &str, code: u32) -> String {
    format!("{name} (type {code}, which llama.cpp no longer reads either)")
}
