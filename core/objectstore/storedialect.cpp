#include "core/objectstore/storedialect.h"

#include "core/objectstore/azuredialect.h"
#include "core/objectstore/s3dialect.h"

namespace trainyard {

std::unique_ptr<StoreDialect> StoreDialect::of(const StoreRecord &record)
{
    if (record.kind == StoreKind::Azure)
        return std::make_unique<AzureDialect>(record);
    return std::make_unique<S3Dialect>(record);
}

}  // namespace trainyard
